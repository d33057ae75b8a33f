import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { Stat } from "~/ui/stat";
import * as css from "./sheet.css";
import type { Batch, Label, SheetModel } from "./sheet.server";

/** Codes to print; above those of a batch stands what became of them. */
export function Sheet({ model: { batch, labels, hint, pagination } }: { model: SheetModel }) {
  return (
    <Stack>
      {batch && <BatchState batch={batch} />}
      <p className={`${smallMuted} ${screenOnly}`}>{hint}</p>
      <ul className={css.sheet}>
        {labels.map((label) => (
          <CodeLabel key={label.code} label={label} />
        ))}
      </ul>
      {pagination && (
        <div className={screenOnly}>
          <Pagination {...pagination} />
        </div>
      )}
    </Stack>
  );
}

function BatchState({ batch: { links, states, outcomes } }: { batch: Batch }) {
  return (
    <div className={screenOnly}>
      <Stack>
        <Columns kind="tiles">
          {states.map((state) => (
            <Stat key={state.href} {...state} />
          ))}
        </Columns>
        {outcomes.rows.length > 0 && (
          <Card title={outcomes.title} flush>
            <DataTable caption={outcomes.title} columns={outcomes.columns} rows={outcomes.rows} />
          </Card>
        )}
        <Inline>
          {links.map(({ href, label }) => (
            <ButtonLink key={href} href={href}>
              {label}
            </ButtonLink>
          ))}
        </Inline>
      </Stack>
    </div>
  );
}

function CodeLabel({ label: { code, shown, qr, state, lines } }: { label: Label }) {
  return (
    <li className={qr ? css.label : `${css.label} ${screenOnly}`}>
      {qr ? (
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" role="img" aria-label={code}>
          <path stroke="#000" d={qr.path} />
        </svg>
      ) : (
        <span className={css.unusable}>{state}</span>
      )}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <code>{shown}</code>
    </li>
  );
}
