/** A module with all it needs as text, for a worker thread (vite.thread.ts). */
declare module "*?thread" {
  const code: string;
  export default code;
}
