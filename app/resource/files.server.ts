import { z } from "zod";
import { editableFields, type Declared } from "~server/contract/entity";
import type { FileField, FilesField } from "~server/contract/field-kinds";
import { uploadFile } from "~server/contract/calls/files";
import { FILE_ENDINGS, fileValue } from "~server/contract/files";
import { plain } from "~server/contract/plain";
import type { RecordData } from "~server/contract/record";
import type { ActionContext, Context } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";

/** A file that a form has for a field: the record's, or one that was uploaded and awaits its record (`fresh`). */
export interface FormFile {
  id: string;
  label: string;
  fresh: boolean;
  isImage: boolean;
  href: string;
}
/** By field; of a field for one file at most one. */
export type FormFiles = Record<string, FormFile[]>;

/** Names of the inputs that stand beside the hidden id of a file field; each file has a `known` of its own. */
export const fileInputs = (name: string) => ({
  file: `${name}__file`,
  remove: `${name}__remove`,
  known: `${name}__known`,
});

type UploadField = FileField | FilesField;

export const fileFieldsOf = (entity: Declared): [string, UploadField][] =>
  editableFields(entity).flatMap(([name, field]): [string, UploadField][] =>
    field.kind === "file" || field.kind === "files" ? [[name, field]] : [],
  );

const mostOf = (field: UploadField): number => (field.kind === "files" ? field.most : 1);

/** Room for what a browser wraps files in, and for one a little too large: its message is kinder than a refused form. */
const SLACK = 256 * 1024;

/** Bytes that the files of a form may take, with what a browser wraps them in. */
export const fileBytes = (entity: Declared): number =>
  fileFieldsOf(entity).reduce((sum, [, field]) => sum + mostOf(field) * field.maxBytes * 1.05 + SLACK, 0);

type Words = Pick<Context, "t" | "format">;
const KILO = 1024;

/** "480 KB", "1.5 MB". */
export function sizeText({ t, format }: Words, bytes: number): string {
  if (bytes < KILO) return format.quantity(bytes, t("resource:bytes"));
  return bytes < KILO * KILO
    ? format.quantity(Math.round(bytes / KILO), t("resource:kilobytes"))
    : format.quantity(Math.round((bytes / KILO / KILO) * 10) / 10, t("resource:megabytes"));
}

/** What may be chosen, in words and in the notation of the input. */
export function fileRules(words: Words, field: UploadField) {
  const size = sizeText(words, field.maxBytes);
  const endings = field.kind === "file" ? field.endings : undefined;
  const types = endings?.join(", ") ?? field.types?.map((type) => type.replace(/^.*\//, "").toUpperCase()).join(", ");
  return {
    hint: [
      types ? words.t("resource:file_types", { types, size }) : words.t("resource:file_any", { size }),
      ...(field.kind === "files" ? [words.t("resource:files_most", { count: field.most })] : []),
    ].join(". "),
    multiple: field.kind === "files",
    accept: endings?.join(",") ?? field.types?.flatMap((type) => [type, FILE_ENDINGS[type]]).join(","),
    maxBytes: field.maxBytes,
    tooLarge: words.t("resource:file_too_large", { size }),
  };
}

/** The files of a record. */
export function filesOf(words: Words, entity: Declared, record: RecordData): FormFiles {
  return Object.fromEntries(
    fileFieldsOf(entity).map(([name]) => [
      name,
      [record[name]].flat().flatMap((value) => formFile(words, value, false) ?? []),
    ]),
  );
}

function formFile(words: Words, value: unknown, fresh: boolean): FormFile | undefined {
  const file = fileValue.safeParse(value).data;
  return (
    file && {
      id: String(file.id),
      label: `${file.label}, ${sizeText(words, file.size)}`,
      fresh,
      isImage: file.type.startsWith("image/"),
      href: fileHref(file.id),
    }
  );
}

const fileHref = (id: number | string) => `/files/${id}`;

/** The files of a form that was sent, and what was wrong with those just chosen. */
export interface Received {
  form: FormData;
  files: FormFiles;
  errors: Record<string, string[]>;
}

/**
 * Hands the chosen files to the vending API, before anything else of the form is looked at, so that a mistake in
 * another field costs no second upload. What is left is a form of texts, with ids in place of files.
 */
export async function receiveFiles(context: ActionContext, entity: Declared): Promise<Received> {
  const received: Received = { form: new FormData(), files: {}, errors: {} };
  for (const [name, value] of context.form()) if (typeof value === "string") received.form.append(name, value);
  for (const [name, field] of fileFieldsOf(entity)) await receiveFile(context, entity, name, field, received);
  return received;
}

async function receiveFile(
  context: ActionContext,
  entity: Declared,
  name: string,
  field: UploadField,
  { form, files, errors }: Received,
): Promise<void> {
  const inputs = fileInputs(name);
  const chosen = context
    .form()
    .getAll(inputs.file)
    .filter((one): one is File => one instanceof File && one.size > 0);
  const removed = new Set(form.getAll(inputs.remove));
  const held = heldFiles(form, name).filter(({ id }) => !removed.has(id));
  const fresh: FormFile[] = [];
  const refused: string[] = [];
  const tooMany = chosen.length > mostOf(field);
  if (tooMany) refused.push(context.t("resource:files_most", { count: mostOf(field) }));
  else
    for (const file of chosen) {
      const uploaded = await upload(context, entity, name, field, file);
      if (typeof uploaded === "string") refused.push(field.kind === "files" ? `${file.name}: ${uploaded}` : uploaded);
      else fresh.push(uploaded);
    }
  if (refused.length) errors[name] = refused;
  const all = field.kind === "files" ? [...held, ...fresh] : [fresh[0] ?? held[0]].filter((one) => one !== undefined);
  form.delete(name);
  for (const { id } of all) form.append(name, id);
  files[name] = all;
}

const knownFile = z.object({
  id: z.string().regex(/^\d{1,9}$/),
  label: z.string().max(300),
  fresh: z.boolean(),
  isImage: z.boolean(),
});

/** The files that the form brought back with it. */
function heldFiles(form: FormData, name: string): FormFile[] {
  return form.getAll(fileInputs(name).known).flatMap((text) => {
    try {
      const known = knownFile.parse(JSON.parse(plain(text)));
      return [{ ...known, href: fileHref(known.id) }];
    } catch {
      return [];
    }
  });
}

/** A file as its hidden input carries it. */
export const fileMemory = ({ id, label, fresh, isImage }: FormFile): string =>
  JSON.stringify({ id, label, fresh, isImage });

/** The uploaded file, or why there is none. */
async function upload(
  context: Context,
  entity: Declared,
  name: string,
  field: UploadField,
  file: File,
): Promise<FormFile | string> {
  const { api, t } = context;
  if (file.size > field.maxBytes) return fileRules(context, field).tooLarge;
  const content = new Uint8Array(await file.arrayBuffer());
  const named = { "x-file-name": encodeURIComponent(file.name) };
  const outcome = await api.upload(uploadFile, {}, { entity: entity.name, field: name }, content, named);
  if (!outcome.ok) return errorText(t, outcome.error);
  return formFile(context, outcome.data, true) ?? t("errors:unexpected");
}
