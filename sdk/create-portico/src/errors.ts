export type CreateErrorCode =
  | 'BAD_ARGUMENT'
  | 'BAD_NAME'
  | 'UNKNOWN_CHOICE'
  | 'FOLDER_NOT_EMPTY'
  | 'NO_TERMINAL'
  | 'CANCELLED'
  | 'NO_COMPILER'
  | 'NO_SUCH_FILE'

/** A refusal of the command. `message` says what is wrong and what to type instead. */
export class CreateError extends Error {
  readonly code: CreateErrorCode

  constructor(code: CreateErrorCode, message: string) {
    super(message)
    this.name = 'CreateError'
    this.code = code
  }
}
