/**
 * A style sheet as text: `import styles from './button.css?inline'`. Vite and the build of the
 * packages resolve the suffix.
 */
declare module '*.css?inline' {
  const css: string
  export default css
}
