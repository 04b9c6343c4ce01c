/**
 * Reported to the host when a wallet is left out of the list, or hardly ever shown.
 * People do not see it: the list is shown without that wallet.
 */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  readonly code: 'ENTRY_REFUSED' | 'ENTRY_WITHOUT_LINK'

  constructor(code: DirectoryError['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}
