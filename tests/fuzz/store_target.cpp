// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/store_target.h"

#include "tests/fuzz/mutator.h"
#include "tests/fuzz/run_command.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nestloom::fuzz {

namespace {

constexpr std::array kFill{
    "schedule --accelerator small.yaml --network tiny.yaml --no-proof --threads 1 --store seed.sqlite",
    "schedule --accelerator small.yaml --network tiny.yaml --engine random --threads 1 --store seed.sqlite",
    "schedule --accelerator flexer-arch1 --network tiny.yaml --engine flexer --threads 1 --store seed.sqlite",
    "schedule --accelerator kapla-4x4 --network tiny.yaml --engine kapla --batch 4 --store seed.sqlite",
    "schedule --accelerator simba --network tiny.yaml --no-proof --threads 1 --store seed.sqlite",
    "simulate --run 5 --layer first --store seed.sqlite",
    "plan graph.yaml --scratchpad M_H --store seed.sqlite",
    "sweep --accelerator small.yaml --network tiny.yaml --axis levels.Buffer.capacity=1KiB..2KiB:x2 --evaluations 50 "
    "--threads 1 --store seed.sqlite",
};
constexpr std::array kLooks{
    "runs --store @",
    "runs show 1 --store @",
    "runs show 2 --json --store @",
    "runs show 3 --store @",
    "runs show 4 --store @",
    "report 1 -o report.html --store @",
    "report 3 -o report.html --store @",
    "report --compare 1,2 -o report.html --store @",
    "report --sweep 1 -o report.html --store @",
    "simulate --run 5 --layer first --store @",
    "export --run 5 --layer first --out exported --store @",
    "export --run 4 --to json --out exported --store @",
    "runs --json --store @",
    "runs show 5 --store @",
    "runs show 6 --json --store @",
    "compare 1 4 6 --store @",
    "sweeps --store @",
    "sweep --resume 1 --threads 1 --store @",
};

struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
using Database = std::unique_ptr<sqlite3, Close>;
struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepare(sqlite3* database, const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
        std::fprintf(stderr, "%s: %s\n", sql.c_str(), sqlite3_errmsg(database));
        std::exit(3);
    }
    return Statement(statement);
}

std::string textOf(sqlite3_stmt* statement, int column)
{
    const void* bytes = sqlite3_column_blob(statement, column);
    return bytes ? std::string(static_cast<const char*>(bytes), std::size_t(sqlite3_column_bytes(statement, column)))
                 : std::string();
}

std::vector<std::string> firstColumn(sqlite3* database, const std::string& sql)
{
    std::vector<std::string> values;
    for (const Statement statement = prepare(database, sql); sqlite3_step(statement.get()) == SQLITE_ROW;)
        values.push_back(textOf(statement.get(), 0));
    return values;
}

/// SQL that is true for one row of the table only, for each of its rows.
std::vector<std::string> rowsOf(sqlite3* database, const std::string& table)
{
    std::string condition;
    for (const std::string& key :
         firstColumn(database, "SELECT name FROM pragma_table_info('" + table + "') WHERE pk > 0"))
        condition += (condition.empty() ? "'" : " || ' AND ") + ("\"" + key + "\" = ' || quote(\"" + key + "\")");
    return firstColumn(database,
                       "SELECT " + (condition.empty() ? "'rowid = ' || rowid" : condition) + " FROM \"" + table + "\"");
}

/// Changes one value of a random row, which keeps its type most of the time.
void changeValue(sqlite3* database, Rng& rng)
{
    const auto any = [&](const std::vector<std::string>& values) { return values[rng.below(values.size())]; };
    const std::string table =
        any(firstColumn(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"));
    const std::string column = any(firstColumn(database, "SELECT name FROM pragma_table_info('" + table + "')"));
    const auto rows = rowsOf(database, table);
    if (rows.empty())
        return;
    const std::string row = any(rows), where = "\"" + table + "\" WHERE " + row;
    const Statement before = prepare(database, "SELECT \"" + column + "\" FROM " + where);
    sqlite3_step(before.get());
    const int type = sqlite3_column_type(before.get(), 0);
    const std::string value = textOf(before.get(), 0);
    const std::vector<std::string> others;
    Mutator mutator(rng, others);
    const bool isText = type == SQLITE_TEXT, isBlob = type == SQLITE_BLOB;
    const std::string after = isText   ? mutator.text(value)
                              : isBlob ? mutator.bytes(value)
                                       : mutator.number(value, rng.below(2) == 0);
    if (rng.below(20) == 0) {
        sqlite3_step(prepare(database, "DELETE FROM " + where).get());
        return;
    }
    const Statement change = prepare(database, "UPDATE OR IGNORE \"" + table + "\" SET \"" + column + "\" = "
                                                   + (isText || isBlob ? "?" : "CAST(? AS NUMERIC)") + " WHERE " + row);
    if (isBlob)
        sqlite3_bind_blob(change.get(), 1, after.data(), int(after.size()), SQLITE_STATIC);
    else
        sqlite3_bind_text(change.get(), 1, after.data(), int(after.size()), SQLITE_STATIC);
    sqlite3_step(change.get()); // what a rule of the table refuses stays as it was
}

/// In a process of its own, because commands start threads.
void fill(const std::filesystem::path& folder)
{
    const pid_t child = fork();
    if (child == 0) {
        const int output = open("filled", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        for (const char* line : kFill)
            if (!runCommand(line, "").empty())
                _exit(1);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0
        || !std::filesystem::exists(folder / "seed.sqlite")) {
        std::fprintf(stderr, "the store to begin with could not be made: %s\n", contentOf(folder / "filled").c_str());
        std::exit(3);
    }
}

} // namespace

std::string changedDatabase(const std::string& bytes, Rng& rng, const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / "changed.sqlite";
    for (const char* side : {"", "-wal", "-shm", "-journal"})
        std::filesystem::remove(path.string() + side);
    writeFile(path, bytes);
    sqlite3* opened = nullptr;
    sqlite3_open(path.c_str(), &opened);
    const Database database(opened);
    sqlite3_exec(opened, "PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = OFF", nullptr, nullptr, nullptr);
    for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes)
        changeValue(opened, rng);
    return contentOf(path);
}

Target storeTarget(const std::filesystem::path& folder)
{
    fill(folder);
    const std::filesystem::path path = folder / "stored.sqlite";
    Target target{"store", Target::Form::Database, ".sqlite", {contentOf(folder / "seed.sqlite")}, kLooks.size(), {}};
    target.attempt = [path](const std::string& input, std::uint64_t choice) {
        for (const char* side : {"", "-wal", "-shm", "-journal"})
            std::filesystem::remove(path.string() + side);
        writeFile(path, input);
        return runCommand(kLooks[choice % kLooks.size()], path.string());
    };
    return target;
}

} // namespace nestloom::fuzz
