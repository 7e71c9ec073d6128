@echo off
rem Runs Bout with the Java runtime beside it.
setlocal
for %%i in ("%~dp0..") do set "home=%%~fi" & set "name=%%~nxi"
rem With an archive of its classes a command starts sooner. The first command that ends writes it.
if not exist "%LOCALAPPDATA%\bout" mkdir "%LOCALAPPDATA%\bout"
"%home%\runtime\bin\java.exe" -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%LOCALAPPDATA%\bout\%name%.jsa" "-Dbout.home=%home%" -Dbout.command=bout -jar "%home%\lib\bout.jar" %*
exit /b %ERRORLEVEL%
