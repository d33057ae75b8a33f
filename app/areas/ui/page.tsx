import type { ReactNode } from "react";
import type { TFunction } from "~server/web/i18n.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { ACTIONS, NOWHERE } from "./actions";
import { FIELDS } from "./fields";
import { FOUNDATIONS } from "./foundations";
import { MESSAGES } from "./messages";
import { RECORDS } from "./records";
import { FIGURES } from "./figures";

/** Draws a part in each of its states. */
export type Specimen = (t: TFunction) => ReactNode;

/** By the name of the part, which is that of its file in app/ui. */
const SPECIMENS: Readonly<Record<string, Specimen>> = {
  ...FOUNDATIONS,
  ...ACTIONS,
  ...FIELDS,
  ...MESSAGES,
  ...RECORDS,
  ...FIGURES,
};

/** Each part in a section of its own, whose id is its name. */
export function UiPage({ t }: { t: TFunction }) {
  return (
    <Stack>
      <div id="page-header">
        <PageHeader
          title={t("ui:title")}
          crumbs={[{ label: t("ui:word"), href: NOWHERE }]}
          crumbsLabel={t("resource:breadcrumbs")}
          description={t("ui:description")}
          badges={<Badge tone="warn">{t("ui:state")}</Badge>}
          actions={<Button icon="plus">{t("resource:add_row")}</Button>}
        />
      </div>
      {Object.entries(SPECIMENS).map(([name, draw]) => (
        <div key={name} id={name}>
          <Card title={name}>{draw(t)}</Card>
        </div>
      ))}
    </Stack>
  );
}
