export interface EventCode {
  /** The standard's code, e.g. "EDT"; null for a maker's own word. */
  code: string | null;
  /** What follows the code: device number, selection id, maker's detail; "" when nothing does. */
  suffix: string;
}

/**
 * Splits what a machine sends as an event id: `ELB_603`, `EA_4`, `EJB72`, `EOA1`, `CLOSE`, `6A`.
 * Letters right after the code make a maker's own word (`ERROR`, `OPEN`), which has no code.
 */
export function matchEventCode(raw: string): EventCode {
  const word = raw.trim();
  const code = /^[EO][A-Z]\d?[A-Z]?/.exec(word)?.[0];
  if (code === undefined) return { code: null, suffix: word };
  const rest = word.slice(code.length);
  if (/^[A-Za-z]/.test(rest)) return { code: null, suffix: word };
  return { code, suffix: rest.replace(/^[\s_:.-]+/, "") };
}
