export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-brand px-1.5 text-center text-xs leading-5 font-semibold text-white tabular-nums dark:bg-brand-soft dark:text-stone-950">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
