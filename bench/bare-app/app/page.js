/** The least that a page can be. */
export default function Page() {
  return <p>Hello.</p>;
}
