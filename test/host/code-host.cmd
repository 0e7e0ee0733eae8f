@node "%~dp0code-host.ts" %*
