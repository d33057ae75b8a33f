import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Stat } from "~/ui/stat";
import { Photos } from "./photos";
import * as css from "./sheet.css";
import type { SheetModel } from "./sheet.server";

/** A route sheet; drawn by the server alone. On paper it is the sheet, the pick list and the boxes. */
export function SheetScreen({
  model: { status, facts, tiles, notes, buttons, stops, loads, photos, boxes },
}: {
  model: SheetModel;
}) {
  return (
    <Stack>
      <Inline gap="m">
        <Badge tone={status.tone ?? "neutral"}>{status.text}</Badge>
        {facts.map(({ label, text, href }) => (
          <span key={label}>
            <span className={smallMuted}>{label}:</span> {href ? <a href={href}>{text}</a> : text}
          </span>
        ))}
      </Inline>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      {notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      {buttons.length > 0 && (
        <div className={screenOnly}>
          <Inline>
            {buttons.map(({ href, label }) => (
              <ButtonLink key={href} href={href} kind="primary">
                {label}
              </ButtonLink>
            ))}
          </Inline>
        </div>
      )}
      <Card title={stops.title} flush>
        <DataTable caption={stops.title} columns={stops.columns} rows={stops.rows} />
      </Card>
      {loads.rows.length > 0 && (
        <Card title={loads.title} flush>
          <DataTable caption={loads.title} columns={loads.columns} rows={loads.rows} />
        </Card>
      )}
      {photos.items.length > 0 && (
        <Card title={photos.title}>
          <Stack>
            {photos.items.map(({ title, photos: taken }) => (
              <section key={title}>
                <h3>{title}</h3>
                <Photos photos={taken} label={title} />
              </section>
            ))}
          </Stack>
        </Card>
      )}
      {boxes.items.length > 0 && (
        <div className={css.boxes}>
          <Card title={boxes.title}>
            <Stack>
              <p className={smallMuted}>{boxes.hint}</p>
              <Columns kind="halves">
                {boxes.items.map(({ title, place, lines }) => (
                  <section key={title}>
                    <h3>{title}</h3>
                    <p className={smallMuted}>{place}</p>
                    <DescriptionList items={lines} />
                  </section>
                ))}
              </Columns>
            </Stack>
          </Card>
        </div>
      )}
    </Stack>
  );
}
