# `make demo` and `make test` do all set-up on a machine that has only Swift.

PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
SWIFT ?= swift
# A prefix for running the program and the tests, for example RUN='env XDG_STATE_HOME=/tmp/state'
RUN ?=

PACKAGES = libsqlite3-dev libcurl4-openssl-dev
HEADERS = sqlite3.h curl/curl.h
SOURCES = Package.swift Configuration Localization Sources Tests
# How tests are built: Package.swift says why. What they write needs no disk.
FOR_TESTS = -c release -Xswiftc -enable-testing
TEST_BUILD = env GRADES_TESTS=1 $(SWIFT) build $(FOR_TESTS)
TEST = $(RUN) env GRADES_TESTS=1 $(if $(wildcard /dev/shm/.),TMPDIR=/dev/shm) $(SWIFT) test --skip-build $(FOR_TESTS)
# How the program is built that is only tried. TRIED=tests: as the tests have built it already.
TRIED ?= debug
ifeq ($(TRIED),tests)
  BUILD = $(TEST_BUILD)
  PROGRAM = .build/release/grades
else
  BUILD = $(SWIFT) build
  PROGRAM = .build/debug/grades
endif

# Commands that install packages of Debian and its relatives for root, as in a container; others are told the
# command, because nothing here asks for more rights by itself.
added = if test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1; then \
	  { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1); } >&2; \
	fi

.DEFAULT_GOAL := help
.PHONY: help libraries build demo test frames check format clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

libraries: ## Install the system libraries if they are missing
	@command -v $(SWIFT) >/dev/null 2>&1 || { \
	  echo 'Swift 6.1 or newer is needed: https://www.swift.org/install' >&2; exit 1; }
	@present() { \
	  for header in $(HEADERS); do \
	    printf '#include <%s>\n' "$$header" \
	      | "$$(command -v cc || command -v clang)" -E -x c - >/dev/null 2>&1 || return 1; \
	  done; \
	}; \
	present && exit 0; \
	$(call added,$(PACKAGES)); \
	present && exit 0; \
	echo 'Two system libraries are missing. Install them with:' >&2; \
	echo '  sudo apt-get install $(PACKAGES)' >&2; \
	echo 'or, on another system, the packages with the headers $(HEADERS).' >&2; \
	exit 1

# Build messages go to standard error, so that `make -s demo` prints only the program's output.
build: libraries
	@$(BUILD) --product grades >&2

demo: build ## Show the demo student's courses (ARGS="--as teacher")
	@$(RUN) $(PROGRAM) demo $(ARGS)

# A package of other people, in the same build folder: the modules of the libraries are not built twice.
SAMPLE = --package-path Tests/Sample --scratch-path .build
test: libraries ## Build and run the tests (FILTER="GradesCoreTests")
	$(TEST_BUILD) --build-tests
	$(TEST) $(if $(FILTER),--filter '$(FILTER)')
	$(if $(FILTER),,$(TEST_BUILD) --build-tests $(SAMPLE) --disable-build-manifest-caching)
	$(if $(FILTER),,$(TEST) $(SAMPLE))

frames: libraries ## Record all frames of the app again
	$(TEST_BUILD) --build-tests
	GRADES_RECORD_FRAMES=1 $(TEST) --filter GradesAppTests

check: ## Check the format strictly
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: ## Format all sources
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

include Configuration/packaging/release.mk

clean: ## Remove what was built
	rm -rf .build $(RELEASE_FOLDER) $(FUZZING) $(SANITIZERS:%=.build-%)
