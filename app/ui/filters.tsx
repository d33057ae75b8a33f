import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { Button, buttonClass, ButtonLink } from "./button";
import { TextInput } from "./field";
import * as css from "./filters.css";
import { Icon } from "./icon";

export interface FiltersProps {
  /** Names the form: "Search and filters". */
  label: string;
  /** What the search box searches; without it there is none. */
  search?: { name: string; label: string; value: string };
  submitLabel: string;
  /** Sort, page size and whatever else the form must not lose. */
  keep?: readonly { name: string; value: string }[];
  /** `<Field>`s behind a "Filters" button; without them the button leads to the page that has them. */
  more?: { label: string } & ({ open: boolean; fields: ReactNode } | { href: string });
  /** Stands at the right: export, columns. */
  end?: ReactNode;
}

/** Search and filters of a list: a GET form to the same page, once there is something to be sent. */
export function Filters(props: FiltersProps) {
  const { label, search, keep = [], more } = props;
  if (!search && !(more && "fields" in more))
    return (
      <div className={`${css.form} ${screenOnly}`}>
        <Controls {...props} />
      </div>
    );
  return (
    <form method="get" role="search" aria-label={label} className={`${css.form} ${screenOnly}`}>
      {keep.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Controls {...props} />
    </form>
  );
}

function Controls({ search, submitLabel, more, end }: FiltersProps) {
  return (
    <>
      {search && (
        <>
          <div className={css.search}>
            <Icon name="search" />
            <TextInput
              type="search"
              name={search.name}
              defaultValue={search.value}
              aria-label={search.label}
              placeholder={search.label}
            />
          </div>
          <Button>{submitLabel}</Button>
        </>
      )}
      {more && "href" in more && (
        <ButtonLink href={more.href} icon="filter">
          {more.label}
        </ButtonLink>
      )}
      {more && "fields" in more && (
        <details className={css.more} open={more.open}>
          <summary className={buttonClass({})}>
            <Icon name="filter" />
            {more.label}
          </summary>
        </details>
      )}
      {end && <div className={css.end}>{end}</div>}
      {more && "fields" in more && (
        <div className={css.fields}>
          {more.fields}
          <div>
            <Button kind="primary" name="apply" value="1">
              {submitLabel}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
