// With `require-trusted-types-for 'script'`, webpack needs a policy to load its chunks.
export default { output: { trustedTypes: 'webpack' } }
