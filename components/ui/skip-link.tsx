/** The first stop of the keyboard: past the navigation, to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-surface px-4 py-2 font-medium focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
    >
      Skip to the page
    </a>
  );
}
