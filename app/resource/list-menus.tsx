import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { CheckboxGroup } from "~/ui/choice-group";
import { DetailsMenu, MenuLink } from "~/ui/details-menu";
import { Select, WithButton } from "~/ui/field";
import type { ListModel } from "./list.server";
import { bulk as bar, ticked } from "./list-menus.css";

/** What else can be done with the list: saved filters, files. */
export function ListMenus({ model: { saved, exports, isEmpty, labels } }: { model: ListModel }) {
  return (
    <>
      <SavedMenu saved={saved} />
      {!isEmpty && <ExportMenu exports={exports} label={labels["resource:export.title"]} />}
    </>
  );
}

/** Saved filters, and where the present one is saved. */
export function SavedMenu({ saved }: { saved: ListModel["saved"] }) {
  const saves = [saved.save, saved.manage].filter((link) => link !== undefined);
  if (saved.links.length + saves.length === 0) return null;
  return (
    <DetailsMenu label={saved.label} align="end">
      {saved.links.map(({ id, href, label, current }) => (
        <MenuLink key={id} href={href} aria-current={current ? "page" : undefined}>
          {label}
        </MenuLink>
      ))}
      {saves.map(({ href, label }) => (
        <MenuLink key={href} href={href} icon={href === saved.save?.href ? "plus" : "edit"}>
          {label}
        </MenuLink>
      ))}
    </DetailsMenu>
  );
}

/** The files of a table. */
export function ExportMenu({ exports, label }: { exports: ListModel["exports"]; label: string }) {
  return (
    <DetailsMenu label={label} icon="download" align="end">
      {exports.map((one) => (
        <MenuLink key={one.href} href={one.href} download>
          {one.label}
        </MenuLink>
      ))}
    </DetailsMenu>
  );
}

/** The form of the checkboxes: they stand outside of it, in the rows. */
export const BULK_FORM = "bulk";

/** Named submits for the chosen rows; each leads to a page that asks first. */
export function BulkActions({ model: { bulk, labels } }: { model: ListModel }) {
  return (
    <form id={BULK_FORM} method="get" aria-label={labels["resource:bulk.title"]} className={`${screenOnly} ${bar}`}>
      <input type="hidden" name="back" value={bulk.back} />
      <span className={`${smallMuted} ${ticked}`} data-ticked="0">
        {labels["resource:bulk.title"]}
      </span>
      {bulk.actions.map(({ href, label }) => (
        <Button key={href} formAction={href}>
          {label}
        </Button>
      ))}
      {bulk.changes && (
        <WithButton>
          <Select name="field" aria-label={bulk.changes.name} options={bulk.changes.fields} />
          <Button formAction={bulk.changes.href}>{bulk.changes.label}</Button>
        </WithButton>
      )}
    </form>
  );
}

interface HasColumns {
  chooser: ListModel["chooser"];
  labels: Pick<ListModel["labels"], "resource:columns" | "resource:show_columns">;
}

/** Which columns are shown: a GET form; the choice is remembered. */
export function ColumnChooser({ model: { chooser, labels } }: { model: HasColumns }) {
  return (
    <DetailsMenu label={labels["resource:columns"]} icon="columns" size="s" align="end">
      <form method="get">
        {chooser.keep.map(({ name, value }) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <CheckboxGroup
          id="columns"
          legend={labels["resource:columns"]}
          name="columns"
          options={chooser.all}
          defaultValues={chooser.chosen}
        />
        <Button size="s">{labels["resource:show_columns"]}</Button>
      </form>
    </DetailsMenu>
  );
}
