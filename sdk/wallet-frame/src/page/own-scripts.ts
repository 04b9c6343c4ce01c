/** The part of Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

/**
 * Lets workers start from the frame's own origin, where the policy of the page forbids scripts from
 * texts. Everything else that would run a text stays forbidden.
 */
export function allowOwnScripts(scope: object = globalThis): void {
  const { trustedTypes, location } = scope as {
    readonly trustedTypes?: TrustedTypes
    readonly location: Location
  }
  trustedTypes?.createPolicy('default', {
    createScriptURL: url => (new URL(url, location.href).origin === location.origin ? url : null),
  })
}
