import type { createKernel, EndpointOverride, Plugin, StorageDriver } from '@portico/kernel'
import type { SettingsOptions } from '@portico/kernel/account'
import type { ThemeState } from '@portico/kernel/shell'
import type { Catalogue } from '@portico/kernel/text'

/** `error`: what went wrong and was contained. */
export type LogLevel = 'silent' | 'error'

/**
 * When the first view is fetched: in an idle moment and on intent, on intent only, or by the click.
 */
export type PrefetchStage = 'idle' | 'intent' | 'none'

export interface PorticoOptions {
  /**
   * The chains and features of this app, in the order in which they are offered. The first chain is
   * the one to start with.
   */
  readonly plugins: readonly Plugin[]
  readonly theme?: Partial<ThemeState>
  /** BCP 47 tag. English is inside; other languages arrive when they are chosen. */
  readonly language?: string
  /** The host's own texts, by message id. They win over every language. */
  readonly messages?: Catalogue
  /**
   * The host's own order of the items of a slot, by slot id:
   * `{ connectMethods: ['wallet', 'email'], accountActions: ['send'] }`.
   */
  readonly order?: Readonly<Record<string, readonly string[]>>
  /**
   * Parts of Settings that people do not see: `{ theme: false, diagnostics: false }`. Without
   * `theme` or `language` your own choice holds, also against one that a person made before.
   */
  readonly settings?: SettingsOptions
  /** Networks that the app does not list are not blocked. Default false. */
  readonly allowUnsupportedChain?: boolean
  /** Takes up earlier connections, silently, when the page loads. Default true. */
  readonly autoConnect?: boolean
  /**
   * What follows a connection that began with a button or with `open()` without a view. `close`
   * (default): the modal closes. `account`: it shows Account.
   */
  readonly afterConnect?: 'close' | 'account'
  /**
   * When the code of the first view is fetched. `idle` (default): after the page has loaded, when
   * thread and network are idle. `intent`: when the pointer, a finger or the focus comes near a
   * button. `none`: by the click. Nothing is fetched ahead with Save-Data, on 2g, offline, in a
   * hidden tab, or on a server.
   */
  readonly prefetch?: PrefetchStage
  /** Appended to the query of HTTP calls. */
  readonly clientId?: string
  /**
   * Hosts that pictures load from, besides the page's own: `['assets.example']`. Each learns which
   * visitor sees which picture. Default none: shows icons that come as text, and initials for the
   * rest.
   */
  readonly imageHosts?: readonly string[]
  /** Own backend, or a stub in a test: replaces every handler of an endpoint. */
  readonly endpoints?: readonly EndpointOverride[]
  /**
   * The storage for what must outlive the page. Default: localStorage in a browser; on a server
   * nothing outlives the kernel.
   */
  readonly storage?: StorageDriver
  /** The least level that is written to the console. Default `error`. */
  readonly logLevel?: LogLevel
  /**
   * Gets every error that was contained, with the plugin it came from. Default: the console, by
   * `logLevel`.
   */
  readonly onError?: (error: unknown, plugin: string) => void
  /** Sent wherever a version is sent. Default `html-{namespaces}-{package version}`. */
  readonly sdkVersion?: string
  readonly devtools?: NonNullable<Parameters<typeof createKernel>[0]['devtools']>
}
