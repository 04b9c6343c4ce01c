/** What a Safe answered in place of a result. `code` is 4001 where the person said no; a Safe has no numbers of its own. */
export class SafeRefusal extends Error {
  override readonly name = 'SafeRefusal'
  readonly code: 4001 | undefined
  constructor(text: string) {
    super(text)
    this.code = /reject|declin|denied|cancel/i.test(text) ? 4001 : undefined
  }
}
