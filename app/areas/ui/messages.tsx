import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { ProgressBar } from "~/ui/progress-bar";
import { Spinner } from "~/ui/spinner";
import { Toast } from "~/ui/toast";
import type { Tone } from "~/ui/tone";
import { NOWHERE } from "./actions";
import type { Specimen } from "./page";

const TONES: readonly Tone[] = ["neutral", "ok", "warn", "bad", "info"];

/** What is said to a person. */
export const MESSAGES: Readonly<Record<string, Specimen>> = {
  badge: (t) => (
    <Inline>
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {t("ui:word")}
        </Badge>
      ))}
    </Inline>
  ),
  notice: (t) => (
    <Stack gap="s">
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone} title={t("ui:words")}>
          {t("ui:sentence")}
        </Notice>
      ))}
      <Notice tone="warn">{t("ui:long")}</Notice>
    </Stack>
  ),
  toast: (t) => (
    <Stack gap="s">
      {TONES.map((tone) => (
        <Toast key={tone} tone={tone} text={t("ui:sentence")} close={{ label: t("resource:cancel"), href: NOWHERE }} />
      ))}
    </Stack>
  ),
  empty: (t) => (
    <Empty
      title={t("resource:nothing_yet")}
      text={t("ui:sentence")}
      icon="coffee"
      action={
        <ButtonLink href={NOWHERE} kind="primary" icon="plus">
          {t("resource:add_row")}
        </ButtonLink>
      }
    />
  ),
  "progress-bar": (t) => (
    <Stack gap="s">
      {TONES.map((tone, index) => (
        <ProgressBar
          key={tone}
          tone={tone}
          label={t("ui:word")}
          text={`${index * 25} %`}
          share={index / 4}
          hint={index === 0 ? t("ui:hint") : undefined}
        />
      ))}
    </Stack>
  ),
  spinner: () => (
    <Inline>
      <Spinner />
      <Spinner size="l" />
    </Inline>
  ),
};
