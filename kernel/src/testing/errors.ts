/** What the testing door throws. */
export class TallyError extends Error {
  override readonly name = 'TallyError'
  readonly kind: 'DIALECT' | 'DECLINED'

  constructor(kind: TallyError['kind'], sentence: string) {
    super(sentence)
    this.kind = kind
  }
}
