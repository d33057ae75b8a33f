import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Inline } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Timeline } from "~/ui/timeline";
import { toneText } from "~/ui/tone.css";
import type { Attachment, Entry, Part } from "./conversation.server";
import * as css from "./ticket.css";

/** What was said and what happened, the oldest first. */
export function Conversation({
  title,
  entries,
  part,
}: {
  title: string;
  entries: readonly Entry[];
  part: Part | undefined;
}) {
  return (
    <section aria-label={title} id="conversation">
      {part && (
        <Notice tone="info" title={part.text}>
          <Inline>
            {part.older && (
              <ButtonLink size="s" href={part.older.href} icon="sort-up">
                {part.older.label}
              </ButtonLink>
            )}
            {part.newest && (
              <ButtonLink size="s" href={part.newest.href} icon="sort-down">
                {part.newest.label}
              </ButtonLink>
            )}
          </Inline>
        </Notice>
      )}
      <Timeline
        entries={entries.map(({ id, author, time, badge, delivery, own, look, ...rest }) => ({
          id,
          title: author,
          time,
          own,
          look,
          meta: (
            <>
              {badge && (
                <Badge tone={badge.tone} icon={badge.note && "lock"}>
                  {badge.text}
                </Badge>
              )}
              {delivery && <Badge tone={delivery.tone}>{delivery.text}</Badge>}
            </>
          ),
          body: <Body {...rest} />,
        }))}
      />
    </section>
  );
}

function Body({ text, lines, files, trouble }: Pick<Entry, "text" | "lines" | "files" | "trouble">) {
  return (
    <>
      {text}
      {lines.length > 0 && (
        <ul className={css.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={`${css.lines} ${css.attachments}`}>
          {files.map((file) => (
            <li key={file.id}>
              <File file={file} />
            </li>
          ))}
        </ul>
      )}
      {trouble && <p className={`${smallMuted} ${toneText[trouble.tone]}`}>{trouble.text}</p>}
    </>
  );
}

function File({ file: { href, label, isImage } }: { file: Attachment }) {
  return (
    <a href={href} className={css.attachment} target="_blank" rel="noopener">
      {isImage ? (
        <span className={css.thumbnail}>
          <Icon name="download" />
          <img src={`${href}?thumbnail`} alt="" loading="lazy" decoding="async" />
        </span>
      ) : (
        <Icon name="download" />
      )}
      {label}
    </a>
  );
}
