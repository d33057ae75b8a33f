import type { ReactNode } from "react";
import { muted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";
import type { Labels } from "./labels";
import * as css from "./notices.css";

export const technicalWorkLabels = [
  "frame:technical_work.title",
  "frame:technical_work.text",
  "frame:technical_work.duration_label",
  "frame:technical_work.duration",
  "frame:try_again",
] as const;

interface TechnicalWorkProps {
  labels: Labels<typeof technicalWorkLabels>;
  /** The path to try again. */
  retry: string;
  /** Instead of the link that tries again: a form that was not sent. */
  children?: ReactNode;
}

/** Instead of the whole page when the server cannot be reached. */
export function TechnicalWork({ labels, retry, children }: TechnicalWorkProps) {
  return (
    <main className={css.screen}>
      <Words icon="wrench" title={labels["frame:technical_work.title"]} text={labels["frame:technical_work.text"]}>
        <p>{labels["frame:technical_work.duration_label"]}</p>
        <p className={css.duration}>
          <Icon name="clock" size="l" />
          {labels["frame:technical_work.duration"]}
        </p>
        {children ?? (
          <ButtonLink href={retry} icon="refresh">
            {labels["frame:try_again"]}
          </ButtonLink>
        )}
      </Words>
    </main>
  );
}

export const noNetworkLabels = ["frame:no_network", "frame:check_network", "frame:try_again"] as const;

/** What is said when the browser is offline; `children`: what can be done about it. */
export function NoNetworkWords({ labels, children }: { labels: Labels<typeof noNetworkLabels>; children?: ReactNode }) {
  return (
    <Words icon="wifi-off" title={labels["frame:no_network"]} text={labels["frame:check_network"]}>
      {children}
    </Words>
  );
}

export const notFoundLabels = ["frame:not_found.title", "frame:not_found.text", "frame:not_found.home"] as const;

/** For an unknown path; stands in the empty layout. */
export function NotFound({ labels }: { labels: Labels<typeof notFoundLabels> }) {
  return (
    <Words icon="search" title={labels["frame:not_found.title"]} text={labels["frame:not_found.text"]}>
      <ButtonLink href="/" kind="primary" icon="home">
        {labels["frame:not_found.home"]}
      </ButtonLink>
    </Words>
  );
}

export const errorNoticeLabels = ["frame:error.title", "frame:error.text", "frame:try_again"] as const;

/** For an error nobody expected; stands in the content area or in the empty layout. */
export function ErrorNotice({ labels, retry }: { labels: Labels<typeof errorNoticeLabels>; retry: string }) {
  return (
    <Words icon="alert" title={labels["frame:error.title"]} text={labels["frame:error.text"]}>
      <ButtonLink href={retry} icon="refresh">
        {labels["frame:try_again"]}
      </ButtonLink>
    </Words>
  );
}

export const changeLabels = [
  "frame:saved.title",
  "frame:saved.text",
  "frame:unknown.title",
  "frame:unknown.text",
  "frame:look",
] as const;

interface ChangeProps {
  labels: Labels<typeof changeLabels>;
  change: "saved" | "unknown";
  /** Where the person sees what became of the change. */
  look: string;
  children?: ReactNode;
}

/** For a change whose answer cannot be read; stands in the empty layout. */
export function ChangeNotice({ labels, change, look, children }: ChangeProps) {
  return (
    <Words icon="alert" title={labels[`frame:${change}.title`]} text={labels[`frame:${change}.text`]}>
      <ButtonLink href={look} kind="primary">
        {labels["frame:look"]}
      </ButtonLink>
      {children}
    </Words>
  );
}

interface WordsProps {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}

function Words({ icon, title, text, children }: WordsProps) {
  return (
    <div className={css.words}>
      <span className={css.mark}>
        <Icon name={icon} size="xl" />
      </span>
      <h1>{title}</h1>
      <p className={muted}>{text}</p>
      {children}
    </div>
  );
}
