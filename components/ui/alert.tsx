/** What went wrong and how to fix it. The element is always there, so that screen readers announce a change. */
export function Alert({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message !== null && (
        <p className="wrap-anywhere rounded-lg border border-red-700 bg-red-50 px-4 py-3 text-red-950 dark:border-red-400 dark:bg-red-950 dark:text-red-100">
          {message}
        </p>
      )}
    </div>
  );
}
