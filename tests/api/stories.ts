/**
 * Seeds of random stories that take many seconds each: one of them where every change is checked, all of so many where
 * `npm run test:clocks` takes its time.
 */
export const slowStories = (count: number): number[] =>
  Array.from({ length: process.env.ALL_STORIES ? count : 1 }, (_, index) => index + 1);
