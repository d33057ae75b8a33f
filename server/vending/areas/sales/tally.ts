/** Vends and kopecks. */
export interface Tally {
  count: number;
  amount: number;
}

export const tally = (all: readonly Tally[]): Tally =>
  all.reduce<Tally>((sum, one) => ({ count: sum.count + one.count, amount: sum.amount + one.amount }), {
    count: 0,
    amount: 0,
  });
