export function Thumbnail({ preview }: { preview: string | null }) {
  const frame = "size-14 shrink-0 rounded-md border border-stone-300 dark:border-stone-700";
  if (preview !== null) return <img src={preview} alt="" className={`${frame} bg-white object-cover`} />;
  return (
    <span className={`${frame} flex items-center justify-center bg-stone-100 dark:bg-stone-800`}>
      <svg viewBox="0 0 24 24" className="size-7 fill-none stroke-current stroke-[1.5]" aria-hidden="true">
        <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />
      </svg>
    </span>
  );
}
