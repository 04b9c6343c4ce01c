/** A language's name in itself: Deutsch, العربية. The tag where the browser knows none. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    // A tag that a plugin's pack made up.
    return tag
  }
}
