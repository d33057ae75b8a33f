import { hidden } from "~/theme/shared.css";
import { choice, currentFile, preview as previewClass } from "./field.css";
import { Icon } from "./icon";

export interface CurrentFileProps {
  /** Its name, with its size. */
  label: string;
  href: string;
  /** It is an image that a browser can show. */
  preview: boolean;
  /** The checkbox that removes it. */
  remove?: { name: string; value: string; label: string };
}

/** The file that a field has now: a link to it, a look at it, and a way to be rid of it. */
export function CurrentFile({ label, href, preview, remove }: CurrentFileProps) {
  return (
    <div className={currentFile}>
      {preview && <img src={`${href}?thumbnail`} alt="" className={previewClass} />}
      <a href={href} download>
        <Icon name="download" size="s" /> {label}
      </a>
      {remove && (
        <label className={choice}>
          <input type="checkbox" name={remove.name} value={remove.value} />
          <span>
            {remove.label}
            <span className={hidden}> {label}</span>
          </span>
        </label>
      )}
    </div>
  );
}
