import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { startObjectStore } from "./start-object-store";

type Store = Awaited<ReturnType<typeof startObjectStore>>;

/** An object store for the tests of a file, which can be told to go wrong. */
export function useObjectStore(): Pick<Store, "asked" | "settings" | "goesWrong" | "objects" | "directory"> {
  let store: Store;
  beforeAll(async () => {
    store = await startObjectStore();
  });
  afterAll(() => store.stop());
  return {
    get asked() {
      return store.asked;
    },
    settings: () => store.settings(),
    goesWrong: (...next) => store.goesWrong(...next),
    objects: () => store.objects(),
    directory: () => store.directory(),
  };
}

/** A port of this machine on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await new Promise<void>((resolve) => connect(port, "127.0.0.1").on("error", () => resolve()));
  return port;
}
