# Releases, packages, benchmarks, long tests and documentation; the Makefile includes it.

# The tools and the references of `make bench`.
BENCH_PACKAGES = hyperfine time curl python3 python3-requests
# The tools of `make package` on Debian and its relatives; elsewhere it needs Python alone.
PACKAGE_PACKAGES = python3 binutils dpkg dpkg-dev
# Examples: installing them starts nothing.
UNITS = grades-watch.service grades-watch-once.service grades-watch-once.timer
# A separate build folder, because with other flags each build would discard the other's results.
RELEASE_FOLDER = .build-release
RELEASE = $(RELEASE_FOLDER)/release/grades
# The table of functions is filled and made read-only at start, and the program looks for libraries in the
# system's folders only.
HARDENED = -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now --disable-local-rpath
# Two packages with different plans build there. The program's symbols are not looked up by name, and
# without their table it needs less memory.
LINKED = --static-swift-stdlib -Xlinker --no-export-dynamic $(HARDENED)
# macOS has Swift's libraries itself, and a linker with other options.
ifeq ($(shell uname -s),Darwin)
  LINKED =
endif
# Without debugging information, which `make install` would strip.
RELEASE_BUILD = $(SWIFT) build --scratch-path $(RELEASE_FOLDER) -c release \
  --disable-build-manifest-caching -debug-info-format none $(LINKED)

.PHONY: screenshots fuzz fuzz-coverage faults sanitize units release hardening bench bench-tools docs install \
  uninstall package package-tools package-test

screenshots: libraries ## Record the pictures of the README again
	$(TEST_BUILD) --build-tests
	GRADES_RECORD_FRAMES=1 $(TEST) --filter ScreenshotTests

# Random tests with many seeds: a line for each on standard error, all else in .build/fuzz.log.
SEEDS ?= 10000
fuzz: libraries ## Run the random tests long (SEEDS=10000)
	$(TEST_BUILD) --build-tests
	@GRADES_FUZZ=$(SEEDS) $(TEST) --no-parallel --filter 'Fuzz|fuzz' \
	  > .build/fuzz.log \
	  || { grep -E -A 2 '^✘|error:' .build/fuzz.log | tail -n 60; exit 1; }
	@tail -n 1 .build/fuzz.log

# Each reader for TIME seconds. A build folder of its own: the sanitizers need other objects. Only with
# `-enable-testing` does it see the modules of the package. The corpus is kept for the next run.
READERS ?= answers tables structure expressions workbooks
TIME ?= 600
FUZZING = .build-fuzzing
fuzz-coverage: libraries ## Fuzz the readers of foreign bytes (TIME=600 READERS="tables")
	$(SWIFT) build --package-path Tests/Fuzzing --scratch-path $(FUZZING) -c release --product Readers \
	  --sanitize=address -Xswiftc -sanitize=address,fuzzer -Xcc -fsanitize=fuzzer-no-link \
	  -Xswiftc -enable-testing
	@$(RUN) Tests/Fuzzing/fuzz $(CURDIR)/$(FUZZING)/release/Readers $(CURDIR)/$(FUZZING)/inputs $(TIME) \
	  $(READERS)

faults: libraries ## Run all faults, and kill the program at more moments
	$(TEST_BUILD) --build-tests
	GRADES_LONG_TESTS=1 $(TEST) --no-parallel --filter \
	  'EveryCommand|Killed|ManyProcesses|PublishModel'

# Memory that C libraries and the runtime still hold at the end is not a leak. A build folder for each
# sanitizer; the preloaded library shows the thread sanitizer locks that it cannot detect. Tests that start the
# program run by themselves: next to all others it exceeds its limits for a silent service.
SANITIZERS = address thread
SEEN_LOCKS = $(CURDIR)/.build-thread/seen-locks.so
sanitize: libraries ## Run the tests with sanitizers; takes two hours
	for kind in $(SANITIZERS); do \
	  $(SWIFT) build --build-tests --sanitize=$$kind --scratch-path .build-$$kind || exit 1; \
	  test $$kind = address \
	    || clang -shared -fPIC -O2 -o $(SEEN_LOCKS) Tests/ThreadSanitizer/mutex.c || exit 1; \
	  test $$kind = address || preload=LD_PRELOAD=$(SEEN_LOCKS); \
	  for tests in --skip --filter; do \
	    $(RUN) env GRADES_SLOW_TESTS=1 ASAN_OPTIONS=detect_leaks=0 \
	      TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions $$preload \
	      $(SWIFT) test --skip-build --sanitize=$$kind --scratch-path .build-$$kind \
	      $$tests AcceptanceTests || exit 1; \
	  done; \
	done

# As they are installed, but with a program that is there. The limit is what is left open where a user's
# own manager cannot close it.
EXPOSURE = 65
units: ## Verify the examples for systemd
	@command -v systemd-analyze >/dev/null 2>&1 || { echo 'systemd-analyze is missing' >&2; exit 0; }; \
	folder=$$(mktemp -d) || exit 1; trap 'rm -rf "$$folder"' EXIT; \
	for unit in $(UNITS); do \
	  sed 's|@PREFIX@/bin/grades|/bin/true|' Configuration/systemd/$$unit > "$$folder/$$unit" || exit 1; \
	done; \
	said=$$(XDG_RUNTIME_DIR="$$folder" systemd-analyze --user --man=no verify "$$folder"/* 2>&1) \
	  || { echo "$$said" >&2; exit 1; }; \
	if echo "$$said" | grep -F "$$folder/" >&2; then exit 1; fi; \
	for unit in $(filter %.service,$(UNITS)); do \
	  systemd-analyze --offline=true --threshold=$(EXPOSURE) --no-pager security "$$folder/$$unit" \
	    > "$$folder/report" || { cat "$$folder/report" >&2; exit 1; }; \
	  tail -n 1 "$$folder/report"; \
	done

release: libraries ## Build the static release binary
	$(RELEASE_BUILD) --product grades
	@$(MAKE) --no-print-directory hardening

# Of the built or of an installed program: make hardening BINARY=/usr/local/bin/grades
BINARY ?= $(RELEASE)
hardening: ## Check how the release binary is linked
	@command -v readelf >/dev/null 2>&1 || exit 0; \
	dynamic=$$(readelf --dynamic --segments --wide "$(BINARY)") || exit 1; \
	has() { echo "$$dynamic" | grep -Eq "$$1"; }; \
	has 'GNU_RELRO' && has 'FLAGS.*(BIND_NOW|NOW)' \
	  || { echo '$(BINARY): not fully relocated at start (RELRO)' >&2; exit 1; }; \
	has '(DYN \(Position|DYN \(PIE|Flags:.* PIE)' || { echo '$(BINARY): no PIE' >&2; exit 1; }; \
	if has '\((RPATH|RUNPATH)\)'; then echo '$(BINARY): has a library path' >&2; exit 1; fi; \
	if has 'GNU_STACK.* RWE'; then echo '$(BINARY): executable stack' >&2; exit 1; fi

bench-tools:
	@present() { \
	  command -v hyperfine >/dev/null && command -v curl >/dev/null && test -x /usr/bin/time \
	    && python3 -c 'import requests' >/dev/null 2>&1; \
	}; \
	present && exit 0; \
	$(call added,$(BENCH_PACKAGES)); \
	command -v python3 >/dev/null 2>&1 && exit 0; \
	echo 'Python 3 is missing. On Debian and its relatives, install it with:' >&2; \
	echo '  sudo apt-get install $(BENCH_PACKAGES)' >&2; \
	exit 1

# The same flags and the same folder as the release, so that its modules are not built twice.
bench: release bench-tools ## Run benchmarks; results in .build/bench.md
	for product in Floor Service Load Library; do \
	  $(RELEASE_BUILD) --package-path Tests/Benchmarks --product $$product || exit 1; \
	done
	GRADES_BENCHMARKS=1 $(RELEASE_BUILD) --product InProcess
	@mkdir -p .build
	python3 -B Tests/Benchmarks/bench .build/bench $(RELEASE_FOLDER)/release .build/bench.md

install: release ## Install the release into PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/man/cs/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" \
	  "$(DESTDIR)$(PREFIX)/share/doc/grades/examples/systemd"
	install -s -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/grades"
	$(RELEASE) manual --lang en --pages "$(DESTDIR)$(PREFIX)/share/man/man1"
	$(RELEASE) manual --lang cs --pages "$(DESTDIR)$(PREFIX)/share/man/cs/man1"
	install -m 644 LICENSE Sources/GradesApp/GradesApp.docc/Resources/*.svg \
	  "$(DESTDIR)$(PREFIX)/share/doc/grades"
	for page in README.md Localization/README.cs.md; do \
	  sed -E 's#\]\((\.\./)?(Localization|Sources/GradesApp/GradesApp.docc/Resources)/#](#; s#\]\(\.\./#](#' $$page \
	    > "$(DESTDIR)$(PREFIX)/share/doc/grades/$${page##*/}" || exit 1; \
	done
	$(RELEASE) completion bash \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/grades"
	$(RELEASE) completion zsh \
	  > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_grades"
	$(RELEASE) completion fish \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/grades.fish"
	for unit in $(UNITS); do \
	  sed 's|@PREFIX@|$(PREFIX)|' Configuration/systemd/$$unit \
	    > "$(DESTDIR)$(PREFIX)/share/doc/grades/examples/systemd/$$unit" || exit 1; \
	done

# Programs of the user's own may have pages with such names, so the first line decides.
uninstall: ## Remove what install put into PREFIX
	grep -ls '^\.TH GRADES.* 1 "" "grades ' "$(DESTDIR)$(PREFIX)"/share/man/man1/grades*.1 \
	  "$(DESTDIR)$(PREFIX)"/share/man/cs/man1/grades*.1 | tr '\n' '\0' | xargs -0 rm -f
	rm -f "$(DESTDIR)$(PREFIX)/bin/grades" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/grades" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_grades" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/grades.fish"
	rm -rf "$(DESTDIR)$(PREFIX)/share/doc/grades"

package-tools:
	@present() { \
	  command -v python3 >/dev/null || return 1; \
	  command -v apt-get >/dev/null || return 0; \
	  command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null && command -v readelf >/dev/null; \
	}; \
	present && exit 0; \
	$(call added,$(PACKAGE_PACKAGES)); \
	command -v python3 >/dev/null && exit 0; \
	echo 'Python 3 is missing. On Debian and its relatives, install it with:' >&2; \
	echo '  sudo apt-get install $(PACKAGE_PACKAGES)' >&2; \
	exit 1

# Whom to write to about the Debian package.
MAINTAINER ?= The grades project <maintainers@grades.invalid>
PACKAGE_FOLDER = .build/package
package: package-tools ## Make a .deb and a .tar.gz in .build/package
	rm -rf $(PACKAGE_FOLDER)
	$(MAKE) --no-print-directory install DESTDIR=$(PACKAGE_FOLDER)/tree PREFIX=/usr
	python3 -B Configuration/packaging/packages --maintainer '$(MAINTAINER)' \
	  $(PACKAGE_FOLDER)/tree $(RELEASE_FOLDER) $(PACKAGE_FOLDER)
	rm -r $(PACKAGE_FOLDER)/tree

package-test: ## Try the .deb in a bare Debian; needs root and debootstrap
	Tests/Packages/bare-debian $(PACKAGE_FOLDER)

# DocC needs the public symbols of the built modules. No plugin: the toolchain has both programs.
DOCC ?= docc
DOCUMENTED = GradesClient GradesTesting GradesApp
MODULE_MAPS = .build/debug/*.build/module.modulemap \
  .build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap \
  .build/checkouts/swift-subprocess/Sources/_SubprocessCShims/include/module.modulemap \
  .build/checkouts/swift-system/Sources/CSystem/include/module.modulemap
docs: libraries ## Build the documentation into .build/docs
	$(SWIFT) build
	rm -rf .build/docs
	target=$$(basename $$(dirname $$($(SWIFT) build --show-bin-path))); \
	for module in $(DOCUMENTED); do \
	  mkdir -p .build/docs/symbols/$$module || exit 1; \
	  $(SWIFT) symbolgraph-extract -module-name $$module -minimum-access-level public -target $$target \
	    -I .build/debug/Modules $$(printf -- '-Xcc -fmodule-map-file=%s ' $(MODULE_MAPS)) \
	    -output-dir .build/docs/symbols/$$module || exit 1; \
	  $(DOCC) convert Sources/$$module/$$module.docc --warnings-as-errors \
	    --additional-symbol-graph-dir .build/docs/symbols/$$module \
	    --fallback-display-name $$module --fallback-bundle-identifier $$module \
	    --output-dir .build/docs/$$module.doccarchive || exit 1; \
	done
