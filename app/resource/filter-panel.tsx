import type { ReactNode } from "react";
import { Chips, type ChipsProps } from "~/ui/chips";
import { Filters, type FiltersProps } from "~/ui/filters";
import { FilterField, type FilterLabels } from "./filter-field";
import type { FilterControl } from "./filters.server";

interface FilterPanelProps extends Pick<FiltersProps, "search" | "keep"> {
  model: {
    /** The controls, where the panel is open; else `panelHref` opens it. */
    panel?: FilterControl[] | undefined;
    panelHref: string;
    chips: ChipsProps["chips"];
    clearHref: string;
    labels: FilterLabels;
  };
  end: ReactNode;
}

/** Filters of a list or report, and below them those in use. */
export function FilterPanel({ model: { panel, panelHref, chips, clearHref, labels }, end, ...form }: FilterPanelProps) {
  return (
    <>
      <Filters
        {...form}
        label={labels["resource:search_and_filters"]}
        submitLabel={labels["resource:apply"]}
        more={
          panel
            ? {
                label: labels["resource:filters"],
                open: true,
                fields: panel.map((control) => <FilterField key={control.name} control={control} labels={labels} />),
              }
            : { label: labels["resource:filters"], href: panelHref }
        }
        end={end}
      />
      <Chips
        label={labels["resource:filters_in_use"]}
        removeLabel={labels["resource:remove_filter"]}
        chips={chips}
        clear={chips.length > 1 ? { label: labels["resource:clear"], href: clearHref } : undefined}
      />
    </>
  );
}
