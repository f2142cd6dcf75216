// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbench.h"

#include "engine/schedule/run_choices.h"
#include "ui/style/wording.h"
#include "ui/words/constraint_words.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/mapping_draft.h"

#include <algorithm>

namespace nestloom::ui {

Workbench::Workbench(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_library(session), m_baseline(std::make_unique<Baseline>(session, m_run)),
      m_comparison(std::make_unique<Comparison>(session))
{
    connect(m_comparison.get(), &Comparison::problem, this, &Workbench::problem);
    listenToSession();
    show(documentFor({}));
    connect(&m_run, &ShownRun::numbered, &m_selection, &Selection::nameRun);
    connect(&m_selection, &Selection::changed, this, &Workbench::onPlaceChanged);
    m_live = std::make_unique<LivePreview>(*this);
}

Workbench::~Workbench() = default;

void Workbench::listenToSession()
{
    connect(&m_session, &Session::layerFinished, &m_run, &ShownRun::takeLayer);
    connect(&m_session, &Session::jobChanged, &m_run, &ShownRun::takeJobState);
    connect(&m_session, &Session::jobFinished, &m_run, &ShownRun::takeJobState);
    connect(&m_session, &Session::runLoaded, this, &Workbench::onRunLoaded);
    connect(&m_session, &Session::failed, this, &Workbench::problem);
    connect(&m_session, &Session::jobChanged, this, &Workbench::tellJob);
    connect(&m_session, &Session::jobFinished, this, &Workbench::tellJob);
    connect(this, &Workbench::jobCancelAsked, &m_session, &Session::cancel);
}

void Workbench::tellJob(const JobState& job)
{
    if (job.end == JobState::End::Running)
        m_runningJobs.insert(job.id);
    else
        m_runningJobs.erase(job.id);
    Q_EMIT jobTold(job);
    if (job.id == m_wholeJob && job.end != JobState::End::Running) {
        m_wholeJob = 0;
        if (job.run > 0 && job.end != JobState::End::Failed)
            openRun(job.run);
    }
}

const MappingDraft* Workbench::draft() const { return m_draft; }

void Workbench::setDraft(MappingDraft* draft) { m_draft = draft; }

AcceleratorDocument& Workbench::documentFor(const QString& path)
{
    std::unique_ptr<AcceleratorDocument>& document = m_documents[path];
    if (!document) {
        document = std::make_unique<AcceleratorDocument>(m_session);
        m_histories.addStack(&document->history());
        connect(document.get(), &AcceleratorDocument::changed, this, [this, which = document.get()] {
            if (which == m_document)
                Q_EMIT editsChanged();
        });
        connect(document.get(), &AcceleratorDocument::refused, this, &Workbench::problem);
    }
    return *document;
}

void Workbench::show(AcceleratorDocument& document)
{
    if (m_document == &document)
        return;
    m_document = &document;
    m_histories.setActiveStack(&document.history());
    Q_EMIT documentChanged();
    Q_EMIT editsChanged();
}

bool Workbench::isEdited(const QString& path) const
{
    const auto it = m_documents.find(path);
    return it != m_documents.end() && it->second->isDirty();
}

std::vector<UnsavedEdit> Workbench::unsavedEdits() const
{
    std::vector<UnsavedEdit> edits;
    for (const auto& [path, document] : m_documents)
        if (document->isDirty())
            edits.push_back(
                {path, QString::fromStdString(document->value().name), document->saved().yaml, document->state().yaml});
    return edits;
}

bool Workbench::restoreEdit(const UnsavedEdit& edit)
{
    AcceleratorDocument& document = documentFor(edit.path);
    if (document.isEmpty()) {
        const std::vector<AcceleratorEntry>& listed = m_library.accelerators();
        const auto it = std::find_if(listed.begin(), listed.end(),
                                     [&](const AcceleratorEntry& entry) { return entry.path == edit.path; });
        const AcceleratorEntry entry =
            it != listed.end() ? *it : AcceleratorEntry{edit.name, edit.path, edit.saved, false};
        if (const Status opened = document.open(entry); !opened) {
            Q_EMIT problem(QString::fromStdString(opened.error().text()));
            return false;
        }
    }
    show(document);
    document.endStep();
    document.setYaml(edit.text);
    document.endStep();
    return true;
}

void Workbench::setOptions(const schedule::ScheduleOptions& options)
{
    if (m_options == options)
        return;
    m_options = options;
    Q_EMIT optionsChanged();
}

bool Workbench::chooseAccelerator(const AcceleratorEntry& entry)
{
    AcceleratorDocument& document = documentFor(entry.path);
    if (document.isEmpty()) {
        if (const Status opened = document.open(entry); !opened) {
            Q_EMIT problem(QString::fromStdString(opened.error().text()));
            return false;
        }
    }
    show(document);
    return true;
}

bool Workbench::chooseNetwork(const NetworkEntry& entry)
{
    const auto network = m_session.parseNetwork(entry.yaml, entry.path.section(QLatin1Char('/'), -1));
    if (!network) {
        Q_EMIT problem(QString::fromStdString(network.error().text()));
        return false;
    }
    m_network = *network;
    m_networkYaml = entry.yaml.toStdString();
    Q_EMIT networkChanged();
    return true;
}

bool Workbench::openFile(const QString& path)
{
    const auto opened = m_library.open(path);
    if (!opened) {
        Q_EMIT problem(QString::fromStdString(opened.error().text()));
        return false;
    }
    if (opened->kind == Library::Kind::Network)
        return chooseNetwork(m_library.networks()[opened->index]);
    const AcceleratorEntry& entry = m_library.accelerators()[opened->index];
    AcceleratorDocument& document = documentFor(entry.path);
    if (!document.isEmpty() && !document.isDirty() && document.state().yaml != entry.yaml)
        (void)document.open(entry); // parsed a moment ago; the file changed on disk
    return chooseAccelerator(entry);
}

bool Workbench::saveAccelerator(const QString& path)
{
    const Status saved = m_document->saveAs(path);
    if (!saved) {
        Q_EMIT problem(QString::fromStdString(saved.error().text()));
        return false;
    }
    const auto isShown = [this](const auto& entry) { return entry.second.get() == m_document; };
    auto node = m_documents.extract(std::find_if(m_documents.begin(), m_documents.end(), isShown));
    const QString before = node.key();
    node.key() = path;
    m_documents.erase(path); // an older document of the file that was just replaced
    m_documents.insert(std::move(node));
    if (!m_document->state().yamlError)
        (void)m_library.open(path); // lists it
    m_library.removeUnsaved(before);
    return true;
}

void Workbench::openRun(RunId run)
{
    m_awaitedRun = run;
    m_session.loadRun(run);
}

void Workbench::onRunLoaded(const RunRecord& record)
{
    if (record.summary.id != m_awaitedRun)
        return; // another run was asked for since
    m_awaitedRun = 0;
    const bool isOfLayers = record.summary.kind == records::RunKind::Layers;
    if (isOfLayers) {
        m_run.show(record);
        m_selection.enterRun(record.summary.id);
    }
    if (m_network != record.inputs.network) {
        m_networkYaml = record.inputs.networkYaml;
        m_network = record.inputs.network;
        Q_EMIT networkChanged();
    }
    if (!isOfLayers)
        Q_EMIT wholeRunOpened(record);
}

void Workbench::onPlaceChanged(const Place& place)
{
    if (place.run != 0 && place.run != m_run.storedRun())
        openRun(place.run); // Back or Forward crossed a border between runs
}

void Workbench::editAccelerator(const QString& key, const hardware::Accelerator& accelerator)
{
    AcceleratorDocument& document = documentFor(key);
    if (document.isEmpty())
        document.openValue(accelerator);
    show(document);
}

void Workbench::editShownAccelerator()
{
    if (!m_run.isEmpty())
        editAccelerator(QStringLiteral("run:%1").arg(m_run.run()), m_run.accelerator());
}

QString Workbench::whyNotRun() const
{
    if (m_document->isEmpty())
        return tr("Choose an accelerator in the project tree first.");
    if (const auto problems = m_document->problems(); !problems.empty()) {
        const QString field = fieldWords(m_document->value(), problems.front().key, m_session);
        const QString& message = problems.front().message; // begins with the file's name when it is the text as a whole
        return field.isEmpty() ? message : asSentence(tr("%1: %2").arg(field, message));
    }
    if (m_network.layers.empty())
        return m_network.name.empty() ? tr("Choose a network in the project tree first.")
                                      : noLayersText(m_network).first + QLatin1Char('.');
    if (m_options.engine != "flexer") // which knows no objective and disables its control
        if (const auto why =
                schedule::whyUnused(schedule::RunChoice::Objective, m_options.engine, m_options.cosa.objective))
            return asSentence(tr("Objective: %1").arg(QString::fromStdString(*why)));
    for (const std::string& line : m_options.constraints)
        if (const QString problem = constraintProblemText(m_document->value(), line); !problem.isEmpty())
            return asSentence(tr("Constraint of the run: %1").arg(problem));
    return {};
}

JobId Workbench::startRun()
{
    if (const QString reason = whyNotRun(); !reason.isEmpty()) {
        Q_EMIT problem(reason);
        return 0;
    }
    m_document->endStep();
    return startRun({m_document->value(), m_network, m_options, m_document->state().yaml.toStdString(), m_networkYaml});
}

JobId Workbench::startRun(const ScheduleRequest& request)
{
    m_awaitedRun = 0;
    const JobId job = m_session.submit(request);
    if (job == 0)
        return 0; // the session has said why
    m_wholeJob = request.kind() == records::RunKind::Layers ? 0 : job;
    if (m_wholeJob != 0)
        return job; // shown when it is done
    m_run.begin(job, request);
    m_selection.enterRun(0);
    return job;
}

void Workbench::cancelRun()
{
    if (m_run.isRunning() && m_run.job() != 0)
        m_session.cancel(m_run.job());
}

QString fieldWords(const hardware::Accelerator& accelerator, const QString& key, const Session& session)
{
    for (const FieldGroup& group : describeFields(accelerator, session)) {
        for (const FieldSpec& field : group.fields)
            if (belongsTo(key, field.key))
                return group.level ? Workbench::tr("%1, %2").arg(group.title, field.label.toLower()) : field.label;
        if (group.level && key.startsWith(group.key + QLatin1Char('.')))
            return group.title; // what the level keeps has no field
    }
    return {};
}

} // namespace nestloom::ui
