/** What a host reads when a wallet is not let into the list. Nobody else sees it: the list is shown without that wallet. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  readonly code: 'ENTRY_REFUSED'

  constructor(code: DirectoryError['code'], what: string) {
    super(`A wallet was left out of the list because of ${what}.`)
    this.code = code
  }
}
