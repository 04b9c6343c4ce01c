/** Every way in which the kernel refuses. Grouped: the list of plugins, what a plugin does, questions at run time, storage, time. */
export type KernelErrorCode =
  | 'BAD_PLUGIN'
  | 'DUPLICATE_PLUGIN'
  | 'CONFLICT'
  | 'CYCLE'
  | 'TWO_OWNERS'
  | 'TWO_PROVIDERS'
  | 'TWO_VIEWS'
  | 'MISSING_NEED'
  | 'NEED_WITHDRAWN'
  | 'REQUIRED'
  | 'UNDECLARED'
  | 'NOT_PROVIDED'
  | 'TWO_OFFERS'
  | 'TWO_ITEMS'
  | 'VIEW_UNKNOWN'
  | 'SERVICE_UNKNOWN'
  | 'CAPABILITY_VERSION'
  | 'NOT_HANDLED'
  | 'COOLING_DOWN'
  | 'ENDLESS'
  | 'DISPOSED'
  | 'STORAGE'
  | 'TIMEOUT'

/**
 * What the kernel throws and reports. Speaks to developers: the sentence names the thing and the place, the hint the way out.
 * `plugin` is the id of the plugin that it is about, `undefined` where it is about none.
 */
export class KernelError extends Error {
  override readonly name = 'KernelError'
  readonly code: KernelErrorCode
  readonly plugin: string | undefined
  readonly hint: string | undefined

  constructor(code: KernelErrorCode, sentence: string, plugin?: string, hint?: string, cause?: unknown) {
    super(hint ? `${sentence} Hint: ${hint}` : sentence, cause === undefined ? undefined : { cause })
    this.code = code
    this.plugin = plugin
    this.hint = hint
  }
}
