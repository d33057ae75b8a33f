/** What the person who starts the product can mend; shown as one line, without a trace. */
export class StartError extends Error {}
