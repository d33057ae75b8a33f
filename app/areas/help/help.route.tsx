import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { item } from "~/theme/shared.css";
import { Card } from "~/ui/card";
import { Columns, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { helpLoader } from "./help.server";
import * as css from "./help.css";

export const loader = helpLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: [data?.title, data?.labels.title].filter(Boolean).join(" · ") },
];

/** What an area of the product is for and how its work is done; beside it the other areas. */
export default function HelpRoute() {
  const { title, html, area: current, areas, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader title={title} />
      <Columns kind="aside">
        <Card>
          {/* Our own pages, of docs/help. */}
          <div className={css.prose} dangerouslySetInnerHTML={{ __html: html }} />
        </Card>
        <Card title={labels.areas}>
          <nav aria-label={labels.areas}>
            <ul>
              {areas.map(({ area, href, title: name }) => (
                <li key={area}>
                  <a className={item} href={href} aria-current={area === current ? "page" : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </Card>
      </Columns>
    </Stack>
  );
}
