import { useLoaderData } from "@remix-run/react";
import { FilterPanel } from "~/resource/filter-panel";
import { ExportMenu } from "~/resource/list-menus";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { Stat } from "~/ui/stat";
import { walletLoader } from "./wallet.server";

export const loader = walletLoader;

/** A key wallet: what it has, and its transactions. */
export default function WalletRoute() {
  const model = useLoaderData<typeof loader>();
  const { tiles, owed, about, actions, keep, exports, turnover, columns, rows, pagination, empty, labels } = model;
  return (
    <Stack>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      {owed && <Notice tone="warn">{owed}</Notice>}
      <Card>
        <Stack>
          <DescriptionList
            items={about.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text }))}
          />
          <div className={screenOnly}>
            <Inline>
              {actions.map(({ href, label }) => (
                <ButtonLink key={href} href={href}>
                  {label}
                </ButtonLink>
              ))}
            </Inline>
          </div>
        </Stack>
      </Card>
      <FilterPanel
        model={model}
        keep={keep}
        end={rows.length > 0 && <ExportMenu exports={exports} label={labels["resource:export.title"]} />}
      />
      {rows.length ? (
        <Card title={labels["wallets:moves"]} flush>
          {turnover && <p className={smallMuted}>{turnover}</p>}
          <DataTable caption={labels["wallets:moves"]} columns={columns} rows={rows} wraps />
          <Pagination {...pagination} />
        </Card>
      ) : (
        <Empty {...empty} icon="receipt" />
      )}
    </Stack>
  );
}
