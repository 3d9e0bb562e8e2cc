package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"heroicsim/heroic"
)

// release is the version that the release script gives a program, which may be built
// where Go cannot ask the repository.
var release string

func printVersion(w io.Writer) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	fmt.Fprintf(w, "simulate %s\n%s\n%s", versionOf(info), buildText(info), notice)
}

// buildText is what a program was built of and with.
func buildText(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := "unknown: built outside of a clone, or with -buildvcs=false"
	if revision := settings["vcs.revision"]; revision != "" {
		commit = revision
		if at := settings["vcs.time"]; at != "" {
			commit += ", " + at
		}
		if settings["vcs.modified"] == "true" {
			commit += ", with changes since"
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  commit  %s\n", commit)
	fmt.Fprintf(&b, "  rules   %s\n", heroic.Edition)
	fmt.Fprintf(&b, "  built   with %s for %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return b.String()
}

// version is the program's own, as results name it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

// versionOf is the release, or the module's version as the build knows it.
func versionOf(info *debug.BuildInfo) string {
	switch {
	case release != "":
		return release
	case info.Main.Version != "":
		return info.Main.Version
	}
	return "(devel)"
}
