import type { SettingsOptions } from '@portico/kernel/account'
import type { ThemeState } from '@portico/kernel/shell'
import type { Catalogue } from '@portico/kernel/text'

export interface ShellOptions {
  /** Used until the person chooses another mode. */
  readonly theme?: Partial<ThemeState>
  /** BCP 47 tag of the initial language. Default English; others are loaded on start. */
  readonly language?: string
  /** The host's own texts, by message id. They win over every language. */
  readonly messages?: Catalogue
  /** Shown inside a part of the host's page: closing goes to Account or Connect. */
  readonly embedded?: boolean
  /** Parts of Settings that are left out. Without `theme` or `language` only the host chooses. */
  readonly settings?: SettingsOptions
}
