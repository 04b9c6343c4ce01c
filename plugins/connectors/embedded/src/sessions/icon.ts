/** An envelope, drawn for this plugin. */
export const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%221.6%22%3E%3Crect width=%2224%22 height=%2224%22 fill=%22%233563d8%22 stroke=%22none%22/%3E%3Cpath d=%22M5.5 8h13v8.5h-13zm0 .5L12 13l6.5-4.5%22/%3E%3C/svg%3E'
