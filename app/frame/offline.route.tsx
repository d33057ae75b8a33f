import { publicLoader } from "~server/web/guard.server";
import { ButtonLink } from "~/ui/button";
import { WITHOUT_SCRIPTS } from "./document";
import { NoNetworkWords } from "./notices";
import { screen } from "./notices.css";
import { useNonce } from "./style-sheet";
import { useRoot } from "./use-root";

export const loader = publicLoader(() => null);

/** The page stands at any address while the network is away; Remix's scripts would not recognise themselves there. */
export const handle = WITHOUT_SCRIPTS;

/** Goes as soon as the browser has a network and the server answers. The worker keeps the page's policy with its nonce. */
const RETURN = `(() => {
  const look = () => navigator.onLine && fetch("/healthz", { cache: "no-store" })
    .then(({ ok }) => ok && location.reload(), () => undefined);
  addEventListener("online", look);
  setInterval(look, 1500);
})()`;

/** The page the worker keeps and shows when a page cannot be fetched. An empty address means: the same again. */
export default function OfflinePage() {
  const root = useRoot();
  const nonce = useNonce();
  return (
    root && (
      <main className={screen}>
        <NoNetworkWords labels={root.labels}>
          <ButtonLink href="" icon="refresh">
            {root.labels["frame:try_again"]}
          </ButtonLink>
        </NoNetworkWords>
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RETURN }} />
      </main>
    )
  );
}
