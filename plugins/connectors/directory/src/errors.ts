/** What a host reads when a wallet is not let into the list, or is hardly ever seen there. Nobody else does: the list is shown without that wallet. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  readonly code: 'ENTRY_REFUSED' | 'ENTRY_WITHOUT_LINK'

  constructor(code: DirectoryError['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}
