/**
 * The whole sentence of a person's refusal.
 * A failure that only contains such a word ("execution was rejected after it was sent") proves
 * nothing about what was sent.
 */
const declined =
  /^(?:error: )?(?:the )?(?:(?:transaction|message|request|signature) (?:was |has been |is )?(?:rejected|declined|denied|cancell?ed)(?: by (?:the )?(?:user|owner))?|(?:user|owner) (?:has )?(?:rejected|declined|denied|cancell?ed)(?: (?:the )?(?:transaction|message|request|signature)(?: signature)?)?|rejected|declined|denied|cancell?ed)[.!]?$/i

/**
 * The error that a Safe returned instead of a result.
 * `code` is 4001 where the person declined; a Safe has no codes of its own.
 */
export class SafeRefusal extends Error {
  override readonly name = 'SafeRefusal'
  readonly code: 4001 | undefined
  constructor(text: string) {
    super(text)
    this.code = declined.test(text) ? 4001 : undefined
  }
}
