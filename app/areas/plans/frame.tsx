import type { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FilterPanel } from "~/resource/filter-panel";
import { ExportMenu } from "~/resource/list-menus";
import { smallMuted } from "~/theme/shared.css";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";
import type { sharedLabels } from "./labels";
import { Stepper, type StepperProps } from "./stepper";
import type { planYearLoader } from "./year.server";

type Year = ReturnType<typeof useLoaderData<typeof planYearLoader>>;
interface PlansFrameProps {
  model: Pick<Year, "title" | "about" | "views" | "narrowing" | "exports" | "fresh"> & {
    stepper: Omit<StepperProps, "keep" | "show">;
    rows: readonly unknown[];
    labels: Pick<Year["labels"], (typeof sharedLabels)[number]>;
  };
  /** Beside the files. */
  menus?: ReactNode;
  children: ReactNode;
}

/** What stands around the plans of a month and those of a year. */
export function PlansFrame({ model, menus, children }: PlansFrameProps) {
  const { title, about, views, stepper, narrowing, exports, fresh, rows, labels } = model;
  return (
    <Stack>
      <PageHeader title={title} description={about} />
      <Tabs kind="scopes" label={labels["plans:views"]} tabs={views} />
      <Stepper {...stepper} show={labels["plans:show"]} keep={narrowing.stay} />
      <FilterPanel
        model={{ ...narrowing, labels }}
        keep={narrowing.keep}
        end={
          <>
            {menus}
            {rows.length > 0 && <ExportMenu exports={exports} label={labels["resource:export.title"]} />}
          </>
        }
      />
      {rows.length > 0 ? children : <Empty title={labels["plans:none"]} icon="chart" />}
      <p className={smallMuted}>{fresh}</p>
    </Stack>
  );
}
