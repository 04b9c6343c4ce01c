/** Errors of the testing entry point. */
export class TestingError extends Error {
  override readonly name = 'TestingError'
  readonly code:
    | 'DIALECT'
    | 'DECLINED'
    | 'OFFLINE'
    | 'NO_CONNECTOR'
    | 'NONSENSE'
    | 'PLUGIN_FAILED'
    | 'RIG_FAILED'
    | 'SILENT'

  constructor(code: TestingError['code'], sentence: string) {
    super(sentence)
    // A wallet's refusal also carries its EIP-1193 number.
    this.code = code
  }
}
