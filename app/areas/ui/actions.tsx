import { Button, ButtonLink, type ButtonProps } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { DetailsMenu, MenuButton, MenuLink } from "~/ui/details-menu";
import { Field, TextInput } from "~/ui/field";
import { Filters } from "~/ui/filters";
import { Inline, Stack } from "~/ui/layout";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { Specimen } from "./page";

const KINDS: readonly ButtonProps["kind"][] = ["primary", "secondary", "quiet", "danger"];
/** Where links of a page lead that is only looked at. */
export const NOWHERE = "#content";

/** What is pressed and followed. */
export const ACTIONS: Readonly<Record<string, Specimen>> = {
  button: (t) => (
    <Stack>
      {KINDS.map((kind) => (
        <Inline key={kind}>
          <Button kind={kind}>{t("resource:save")}</Button>
          <Button kind={kind} icon="plus">
            {t("resource:add_row")}
          </Button>
          <Button kind={kind} size="s">
            {t("resource:save")}
          </Button>
          <Button kind={kind} disabled>
            {t("ui:disabled")}
          </Button>
          <ButtonLink kind={kind} href={NOWHERE} icon="download">
            {t("resource:copy")}
          </ButtonLink>
          <Button kind={kind} icon="trash" hideLabel>
            {t("resource:remove_row")}
          </Button>
        </Inline>
      ))}
    </Stack>
  ),
  "details-menu": (t) => (
    <Inline>
      <DetailsMenu label={t("resource:actions")}>
        <MenuLink href={NOWHERE} icon="copy">
          {t("resource:copy")}
        </MenuLink>
        <MenuButton icon="trash" danger>
          {t("resource:delete.label")}
        </MenuButton>
      </DetailsMenu>
      <DetailsMenu label={t("resource:columns")} icon="columns" hideLabel kind="quiet">
        <MenuLink href={NOWHERE}>{t("resource:copy")}</MenuLink>
      </DetailsMenu>
    </Inline>
  ),
  tabs: (t) => (
    <Stack>
      {(["tabs", "scopes"] as const).map((kind) => (
        <Tabs
          key={kind}
          kind={kind}
          label={`${t("resource:tabs")} (${kind})`}
          tabs={[
            { href: NOWHERE, label: t("resource:tab.summary") },
            { href: NOWHERE, label: t("resource:tab.sales"), current: true, count: "3" },
            { href: NOWHERE, label: t("resource:tab.history"), icon: "history" },
          ]}
        />
      ))}
    </Stack>
  ),
  filters: (t) => (
    <Filters
      label={t("resource:search_and_filters")}
      search={{ name: "q", label: t("resource:search"), value: t("ui:word") }}
      submitLabel={t("resource:apply")}
      more={{
        label: t("resource:filters"),
        open: true,
        fields: (
          <Field id="filter-product" label={t("ui:product")}>
            <TextInput id="filter-product" name="product" />
          </Field>
        ),
      }}
    />
  ),
  chips: (t) => (
    <Chips
      label={t("resource:filters_in_use")}
      removeLabel={t("resource:remove_filter")}
      chips={[t("ui:word"), t("ui:words"), t("ui:long")].map((label) => ({ label, href: NOWHERE }))}
      clear={{ label: t("resource:clear"), href: NOWHERE }}
    />
  ),
  pagination: (t) => (
    <Pagination
      label={t("resource:pages")}
      summary={t("resource:range", { from: 51, to: 100, total: 1240 })}
      pages={["1", "2", "3", "…", "25"].map((label) => ({
        label,
        ...(label !== "…" && { href: `${NOWHERE}${label}` }),
        current: label === "2",
      }))}
      previous={{ label: t("resource:previous"), href: NOWHERE }}
      next={{ label: t("resource:next"), href: NOWHERE }}
      sizes={{
        label: t("resource:per_page"),
        links: ["50", "200"].map((label) => ({ label, href: NOWHERE, current: label === "50" })),
      }}
    />
  ),
};
