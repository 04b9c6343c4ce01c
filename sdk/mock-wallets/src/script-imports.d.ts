/**
 * A script for a page as text: a module with all that it imports. The build of the packages
 * resolves the suffix, and a plugin of vitest in the tests.
 */
declare module '*.js?script' {
  const script: string
  export default script
}
