/** A place where calls wait for one another, until the test lets them all go on. */
export function waitingRoom() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let inside = 0;
  return {
    wait: async () => {
      inside += 1;
      await opened;
    },
    /** How many have come in so far. */
    inside: () => inside,
    open: () => open(),
  };
}
