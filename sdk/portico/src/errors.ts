/** What the kit says to a developer who puts it together wrongly. */
export class SdkError extends Error {
  override readonly name = 'SdkError'
  readonly code: 'NO_PROVIDER' | 'OTHER_VERSION'

  constructor(code: SdkError['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}
