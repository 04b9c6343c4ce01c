/** What the testing door throws. */
export class TestingError extends Error {
  override readonly name = 'TestingError'
  readonly code: 'DIALECT' | 'DECLINED' | 'OFFLINE' | 'NO_CONNECTOR' | 'NONSENSE' | 'SILENT'

  constructor(code: TestingError['code'], sentence: string) {
    super(sentence)
    // A wallet's refusal carries the number of EIP-1193 besides.
    this.code = code
  }
}
