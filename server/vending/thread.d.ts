/** A module with all it needs as text, for a worker thread (scripts/lib/threads.ts). */
declare module "*?thread" {
  const code: string;
  export default code;
}
