import { hidden } from "~/theme/shared.css";
import * as css from "./strip.css";
import type { StripModel } from "./strip.server";

const TOP = 4;
const HEIGHT = 92;
const percent = (value: number) => `${Math.round(value * 100) / 100}%`;

/** A bar for each of the last 24 hours, and a mark where its vends usually are; a table says the same in words. */
export function Strip({
  model: { title, summary, soldLabel, usualLabel, hourLabel, knowsUsual, hours },
}: {
  model: StripModel;
}) {
  const slot = 100 / Math.max(1, hours.length);
  return (
    <figure className={css.strip}>
      <figcaption>{summary}</figcaption>
      <ul className={css.legend} aria-hidden="true">
        <li>
          <svg>
            <rect className={css.sold} width="100%" height="100%" />
          </svg>
          {soldLabel}
        </li>
        {knowsUsual && (
          <li>
            <svg>
              <line className={css.usual} x1="0" x2="100%" y1="50%" y2="50%" />
            </svg>
            {usualLabel}
          </li>
        )}
      </ul>
      <svg className={css.drawing} aria-hidden="true">
        <svg y={TOP} height={HEIGHT} width="100%" overflow="visible">
          {hours.map(({ hour, height, usual, sold, mean }, index) => (
            <g key={hour}>
              <title>{`${hour} — ${soldLabel}: ${sold}; ${usualLabel}: ${mean}`}</title>
              <rect className={css.ground} x={percent(index * slot)} width={percent(slot)} height="100%" />
              <rect
                className={css.sold}
                x={percent((index + 0.15) * slot)}
                width={percent(slot * 0.7)}
                y={percent(100 - height)}
                height={percent(height)}
              />
              {usual !== null && (
                <line
                  className={css.usual}
                  x1={percent((index + 0.05) * slot)}
                  x2={percent((index + 0.95) * slot)}
                  y1={percent(100 - usual)}
                  y2={percent(100 - usual)}
                />
              )}
            </g>
          ))}
        </svg>
        {hours.map(({ hour }, index) =>
          index % 3 === 0 ? (
            <text
              key={hour}
              className={index % 6 ? css.roomy : undefined}
              x={percent((index + 0.5) * slot)}
              y={HEIGHT + TOP + 16}
            >
              {hour}
            </text>
          ) : null,
        )}
      </svg>
      <div className={hidden}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{hourLabel}</th>
              <th scope="col">{soldLabel}</th>
              <th scope="col">{usualLabel}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ hour, sold, mean }) => (
              <tr key={hour}>
                <th scope="row">{hour}</th>
                <td>{sold}</td>
                <td>{mean}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
