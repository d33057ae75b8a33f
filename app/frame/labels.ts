/** The labels a component reads, by i18n key: `labels["frame:header.menu"]`. */
export type Labels<Keys extends readonly string[]> = Readonly<Record<Keys[number], string>>;
